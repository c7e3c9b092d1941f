// Which English words say nothing? They are dropped from comments, prose and queries, never from code.

const STOP_WORDS = new Set(
  (
    "a about above after again against all also am an and any are aren as at be because been before being below between " +
    "both but by can cannot could couldn did didn do does doesn doing don down during each either else etc few for from " +
    "further had hadn has hasn have haven having he her here hers herself him himself his how however i ie eg if in into " +
    "is isn it its itself just let ll may me might more most must my myself neither no nor not now of off on once only or " +
    "other otherwise ought our ours ourselves out over own per rather re same shall she should shouldn since so some such " +
    "than that the their theirs them themselves then there therefore these they this those through thus to too under until " +
    "up upon us ve very via was wasn we were weren what when where whether which while who whom whose why will with within " +
    "without won would wouldn yes yet you your yours yourself yourselves"
  ).split(" "),
);

/** Whether a lower-cased word is a stop word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
