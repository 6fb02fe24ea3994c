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

export const LobbyLimits = Object.freeze({
  throwsMax: 99,
  parMax: 20,
  holesMax: 72,
  roundsMax: 16,
  playersMax: 40,
  columnsMax: 200,
  membersMax: 200,
  siblingsMax: 1_600,
  refusalsKeptMax: 64,
  cellsEverMax: 62_000,
  quarantineEverMax: 21_000,
  knocksMax: 8,
  eventsMax: 100_000,
  nameBytesMax: 64,
  courseBytesMax: 64,
  labelBytesMax: 8,
  teeBytesMax: 16,
  beforeStartMillisecondsMax: 300_000,
  afterReceiptMillisecondsMax: 2_000,
  offlineMillisecondsMax: 5_184_000_000,
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
