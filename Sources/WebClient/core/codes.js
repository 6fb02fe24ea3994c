// The numbers of Protocol.md §22 and §23 that this client tells apart, by their names.

/** Codes of `error` that are told apart; refusals that are only shown have names (`refusal.js`). */
export const ErrorCode = Object.freeze({
  storage: 112,
  storageFull: 113,
  historyLater: 119,
  announcement: 122,
  unknownLobby: 305,
  replicaTaken: 307,
});

/** With what a connection is closed. */
export const CloseCode = Object.freeze({
  normal: 1000,
  protocolError: 1002,
  /** A browser's own: the other side gave none. */
  none: 1005,
  /** A browser's own: the line was lost. */
  lost: 1006,
  draining: 4001,
  timeout: 4004,
  kicked: 4503,
  left: 4504,
  replaced: 4505,
  signedOut: 4508,
});

/** 4500–4999: not again until a person does something about it. */
export const allowsReconnect = (code) => code < 4500 || code > 4999;
