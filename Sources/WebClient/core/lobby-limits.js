/** On what people put into a game, beside `DocumentLimits`: Protocol.md §21. */
export const LobbyLimits = Object.freeze({
  throwsMax: 99,
  parMax: 20,
  holesMax: 72,
  roundsMax: 16,
  playersMax: 40,
  columnsMax: 200,
  siblingsMax: 1_600,
  cellsEverMax: 62_000,
  quarantineEverMax: 21_000,
  nameBytesMax: 64,
  courseBytesMax: 64,
  labelBytesMax: 8,
  teeBytesMax: 16,
  beforeStartMillisecondsMax: 300_000,
  afterReceiptMillisecondsMax: 2_000,
  offlineMillisecondsMax: 5_184_000_000,
});
