// A person's notebook, its phones and its server.

import {
  notebook, notebookIDOf, timeFor,
} from '../../../Sources/WebClient/core/notebook-kind.js';
import { FakeServer } from './fake-server.js';
import { Phone, owner, rid } from './phone.js';

const { person } = owner(1);
export const NOTEBOOK = notebookIDOf(person);

/** One of a person's phones: all have the same token, and a journal of their own. */
export function notingPhone(number) {
  const entry = { create: NOTEBOOK };
  return new Phone(
    { client: 'test', credentials: owner(1), rid: rid(number), entry, as: null, name: null },
    number,
    notebook,
  );
}

/** Writes a note as the page does. */
export const put = (phone, key, value) =>
  phone.do((core, now) => {
    const n = core.edit({ op: 'put', key, value }, timeFor(core, key, now));
    core.committed({ rid: core.identity.rid, n });
    return n;
  });

/** What a phone shows, by key. */
export const notes = ({ core }) =>
  Object.fromEntries(
    [...(core.optimistic?.notes.values() ?? [])]
      .filter(({ value }) => value !== null)
      .map(({ key, value }) => [key, value]),
  );

const placesOf = ({ key, value, at, tag }) => [key, value, at, tag];

/** A change as it travels. */
export const encodeNotebookChange = (change) => {
  if (change.kind === 'outrun') return ['outrun'];
  const places = placesOf(change.note);
  return change.kind === 'new' ? ['new', change.person, ...places] : ['put', ...places];
};

export class NotebookServer extends FakeServer {
  constructor() {
    super(NOTEBOOK, notebook);
  }

  memberOf(who) {
    return this.lobby && who === person ? { number: 1 } : undefined;
  }

  join() {}

  perform(op, { person: who, rid: replica }) {
    const author = { person: who, tag: parseInt(replica.slice(0, 8), 16) };
    const isFirst = !this.lobby;
    const change = isFirst
      ? notebook.decideCreation(op, author)
      : notebook.decide(this.lobby, op, author);
    this.changes.push(encodeNotebookChange(change));
    if (isFirst) this.lobby = notebook.begin(this.lobbyID, this.epoch, change);
    else notebook.apply(this.lobby, change);
  }
}
