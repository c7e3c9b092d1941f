// Which forms of answer can be asked for? `auto`: the one that the question asks for.
export const ANSWER_CHOICES = ["auto", "slice", "exact", "aggregate"] as const;
