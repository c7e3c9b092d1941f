// How much of what one resolver found out is kept between questions?
export interface ResolverCeilings {
  /** Values that were found out. One takes some hundred bytes. */
  readonly values: number;
  /**
   * Text of the files that are held, and of those that what is kept may still hold on to, in UTF-16 code units; with its
   * facts a unit takes about 5 bytes.
   */
  readonly text: number;
}

export const RESOLVER_CEILINGS: ResolverCeilings = { values: 500_000, text: 40_000_000 };
