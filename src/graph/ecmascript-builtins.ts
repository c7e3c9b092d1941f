// Names that JavaScript, its hosts and TypeScript's own library give without an import. A receiver or a type of these
// names that its file neither declares nor imports is the language's own.
export const ecmascriptBuiltins: ReadonlySet<string> = new Set(
  `Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError AggregateError
  FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map
  Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol
  SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet globalThis
  undefined parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape
  eval arguments console setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask
  structuredClone fetch atob btoa alert confirm prompt requestAnimationFrame cancelAnimationFrame process Buffer global
  __dirname __filename window document navigator location history localStorage sessionStorage performance crypto self
  URL URLSearchParams Headers Request Response FormData Blob File FileReader AbortController AbortSignal Event EventTarget
  CustomEvent MessageChannel MessagePort Worker WebSocket XMLHttpRequest TextEncoder TextDecoder ReadableStream
  WritableStream TransformStream HTMLElement HTMLInputElement HTMLButtonElement HTMLDivElement Element Node NodeList
  KeyboardEvent MouseEvent ReadonlyArray ReadonlyMap ReadonlySet Record Partial Required Readonly Pick Omit Exclude
  Extract NonNullable Parameters ConstructorParameters ReturnType InstanceType Awaited PromiseLike ArrayLike Iterable
  IterableIterator AsyncIterable AsyncIterator AsyncGenerator Generator PropertyKey PropertyDescriptor Uppercase Lowercase
  Capitalize Uncapitalize ThisType NodeJS string number boolean symbol bigint object any unknown never void null
  describe it test expect beforeEach afterEach beforeAll afterAll jest before after`.split(/\s+/),
);

/** Global objects whose functions give numbers, strings and the like. */
export const plainSpaces: ReadonlySet<string> = new Set(
  "Math Date JSON console performance crypto Number String Boolean Symbol BigInt Intl process".split(" "),
);
