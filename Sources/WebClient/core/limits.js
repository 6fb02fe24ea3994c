// The limits of Protocol.md §21 that concern a client. Times are milliseconds.

export const WireLimits = Object.freeze({
  protocolVersion: 1,
  subprotocol: 'folf.sync.v1',
  clientMessageBytesMax: 16 * 1024,
  serverMessageBytesMax: 8 * 1024 * 1024,
  opsPerMessageMax: 64,
  opBytesMax: 16 * 1024 - 64,
  eventsPerMessageMax: 256,
});

/** On what people put into a document of any kind. */
export const DocumentLimits = Object.freeze({
  membersMax: 200,
  refusalsKeptMax: 64,
  knocksMax: 8,
  eventsMax: 100_000,
});

export const ClientLimits = Object.freeze({
  silenceMillisecondsMax: 40_000,
  silenceInFlightMillisecondsMax: 10_000,
  catchUpMillisecondsMax: 120_000,
  answerMillisecondsMax: 10_000,
  backoffMillisecondsMin: 500,
  backoffMillisecondsMax: 30_000,
  stableMilliseconds: 10_000,
  askedMillisecondsMax: 300_000,
  storageRetryMilliseconds: 1_000,
  storageRetryMillisecondsMin: 100,
  opsMax: 100_000,
  /** A journal is rewritten when it has grown by this much beyond its last rewriting. */
  journalGrowthBytesMax: 256 * 1024,
  /** A change of the clock's offset below this isn't worth a line in the journal. */
  clockNoteMilliseconds: 500,
});
