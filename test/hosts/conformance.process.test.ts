// How real hosts behave, replayed against the package as people get it: one file of behaviours for each subject, in one
// process, because packing costs as much as many of them. PITH_SOAK adds to what takes long.
import "./conformance/package.ts";
import "./conformance/client.ts";
import "./conformance/framing.ts";
import "./conformance/answers.ts";
import "./conformance/order.ts";
import "./conformance/roots.ts";
import "./conformance/places.ts";
import "./conformance/flow.ts";
import "./conformance/http.ts";
import "./conformance/endings.ts";
