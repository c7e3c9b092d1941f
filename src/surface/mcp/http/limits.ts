// How much may a client of the HTTP server ask for? Every ceiling in one place; tests give smaller ones.

export interface HttpLimits {
  /** Bytes of one body. A call has some kilobytes; the SDK's own limit is the same. */
  body: number;
  /** Bytes of all header lines of one request; Node's own default. */
  headers: number;
  /** Time in ms for the header lines, and for the whole of a request, to arrive. */
  headersTime: number;
  requestTime: number;
  /** Time in ms after which a client that reads nothing of its answer is given up. */
  stalledTime: number;
  /** Time in ms between two signs of life on a stream that has nothing to say. Proxies close silent ones after 30 or 60 s. */
  keepAlive: number;
  /** Open connections, and the time in ms that one may wait for its next request: longer than proxies keep theirs (60 s). */
  connections: number;
  connectionTime: number;
  /** Sessions at once, and the time in ms after which one that nobody uses ends. */
  sessions: number;
  idleTime: number;
  /** Requests whose answers aren't written yet; more are told to come again. */
  exchanges: number;
  /** Calls that work at once; more wait for their turn. */
  atWork: number;
  /** Time in ms that a call may take. */
  callTime: number;
  /** Time in ms that a client of a session may be gone from an answer before its work is cancelled: it may resume. */
  awayTime: number;
  /** Bytes of answers kept for clients that resume, of all sessions together. */
  kept: number;
  /** Bytes that may wait for a client to read them before no more is taken from it. */
  unread: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MEGABYTE = 1024 * 1024;

export const HTTP_LIMITS: HttpLimits = {
  body: 4 * MEGABYTE,
  headers: 16 * 1024,
  headersTime: 10 * SECOND,
  requestTime: 30 * SECOND,
  stalledTime: MINUTE,
  keepAlive: 15 * SECOND,
  connections: 1024,
  connectionTime: 65 * SECOND,
  sessions: 256,
  idleTime: 30 * MINUTE,
  exchanges: 256,
  atWork: 16,
  callTime: 10 * MINUTE,
  awayTime: 3 * SECOND,
  kept: 32 * MEGABYTE,
  unread: 16 * MEGABYTE,
};
