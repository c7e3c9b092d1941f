// Settings that go together for a kind of source. They fill in what was not said: a flag that was given stays, also where it says
// what would have held anyway.

export type Preset = "docs-heavy" | "tool-routing" | "low-budget";

export interface PresetSettings {
  budgets?: readonly number[];
  flatten?: boolean;
  synthesis?: boolean;
  fidelity?: "lexical";
  collisionThreshold?: number;
  maxCollision?: number;
}

const SETTINGS: Readonly<Record<Preset, PresetSettings>> = {
  "docs-heavy": { budgets: [4_096, 32_768], flatten: true, synthesis: true, fidelity: "lexical" },
  "tool-routing": { budgets: [4_096, 32_768], collisionThreshold: 0.4, maxCollision: 0.6 },
  "low-budget": { budgets: [4_096], flatten: true },
};

/** What was given, with what the preset adds; the names of what it added. */
export function withPreset<T extends object>(preset: Preset, given: T): { settings: T; added: string[] } {
  const settings = { ...given } as Record<string, unknown>;
  const added: string[] = [];
  for (const [name, value] of Object.entries(SETTINGS[preset])) {
    if (settings[name] !== undefined) continue;
    settings[name] = value;
    added.push(name);
  }
  return { settings: settings as T, added };
}
