// `pith/manifest`: manifests in a program. The format read and checked, walks inside a budget, caching, navigators.
//
//   import { NavSession, openManifest } from "pith/manifest";
//   using opened = openManifest("docs.pcx.4k.json");
//   const session = new NavSession(opened.manifest, { resolver: opened.resolver ?? undefined });
//   console.log(session.index());
//
// Importing it loads no parser, no engine, no SDK.
export { isPithError, PithError } from "./base/error.ts";
export { checkStructure } from "./manifest/check-structure.ts";
export type {
  CheckOptions,
  StructureError,
  StructureFinding,
  StructureWarning,
} from "./manifest/check-structure.ts";
export { contentHash, contentHashes, identityOf } from "./manifest/content-hash.ts";
export type { HashedTree } from "./manifest/content-hash.ts";
export { httpTransport } from "./manifest/http-transport.ts";
export type { HttpTransportOptions } from "./manifest/http-transport.ts";
export { AsyncManifestLoader, cacheSlug, ManifestLoader } from "./manifest/loader.ts";
export type {
  AsyncTransport,
  Fetched,
  Kept,
  ManifestKey,
  ManifestStore,
  Transport,
} from "./manifest/loader.ts";
export { FileStore, MemoryStore } from "./manifest/manifest-stores.ts";
export { parseManifest, readManifest } from "./manifest/manifest.ts";
export type { Manifest, ManifestLink, ManifestNode, Payload } from "./manifest/manifest.ts";
export { FindNavigator } from "./manifest/find-navigator.ts";
export { KeywordNavigator, ModelNavigator } from "./manifest/navigator.ts";
export type { Ask, Finder, Navigator } from "./manifest/navigator.ts";
export { baselineTokens, descriptorCost, estimateTokens, renderDescriptor } from "./manifest/node-cost.ts";
export type { ViewLevel } from "./manifest/node-cost.ts";
export { NodeSearch } from "./manifest/node-search.ts";
export type { FoundNode, NodeSearchOptions } from "./manifest/node-search.ts";
export { openManifest } from "./manifest/open-manifest.ts";
export type { LeavesAt, OpenManifest } from "./manifest/open-manifest.ts";
export { RankedNavigator } from "./manifest/ranked-navigator.ts";
export type { Now, ReconcileWarning } from "./manifest/routes.ts";
export { Runtime } from "./manifest/runtime.ts";
export { NavSession } from "./manifest/session.ts";
export type { OpenedHere, SessionOptions, SessionPolicy } from "./manifest/session.ts";
export { BudgetExceeded } from "./manifest/walk-faults.ts";
export type { Overrun, Suggestion } from "./manifest/walk-faults.ts";
export type { Entry, LeafLevel, Opened, Resolver, RuntimeOptions } from "./manifest/walk.ts";
