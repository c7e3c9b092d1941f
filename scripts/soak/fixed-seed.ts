// Loaded before the tests of a soak run: every property starts from the one seed that the run's record names.
import fc from "fast-check";

const seed = Number(process.env["PITH_SEED"]);
if (Number.isSafeInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
