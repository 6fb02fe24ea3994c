// As much of IndexedDB as `device/storage.js` uses, in memory. Transactions run one after the
// other, whole or not at all, and remember how durable they were to be.

/** @param {any} a @param {any} b by the order of keys: numbers, texts, lists */
function compare(a, b) {
  const rank = (key) => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = compare(a[at], b[at]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

class Range {
  constructor(lower, upper) {
    this.lower = lower;
    this.upper = upper;
  }

  static bound(lower, upper) {
    return new Range(lower, upper);
  }

  holds(key) {
    return compare(this.lower, key) <= 0 && compare(key, this.upper) <= 0;
  }
}

const isMeant = (range, key) =>
  range === undefined || (range instanceof Range ? range.holds(key) : compare(range, key) === 0);

class Store {
  constructor(transaction, records) {
    this.transaction = transaction;
    this.records = records;
  }

  get(key) {
    return this.#ask(() => this.records.find((each) => compare(each.key, key) === 0)?.value);
  }

  getAll(range) {
    return this.#ask(() => this.#found(range).map(({ value }) => value));
  }

  getAllKeys(range) {
    return this.#ask(() => this.#found(range).map(({ key }) => key));
  }

  put(value, key) {
    return this.#ask(() => {
      this.#remove(key);
      this.records.push({ key, value });
      this.records.sort((a, b) => compare(a.key, b.key));
    });
  }

  add(value, key) {
    if (this.#found(key).length > 0) throw new Error('the key is taken');
    return this.put(value, key);
  }

  delete(range) {
    return this.#ask(() => this.#remove(range));
  }

  #found(range) {
    return this.records.filter(({ key }) => isMeant(range, key));
  }

  #remove(range) {
    const kept = this.records.filter(({ key }) => !isMeant(range, key));
    this.records.splice(0, this.records.length, ...kept);
  }

  #ask(find) {
    const request = { result: find(), onsuccess: () => {} };
    this.transaction.requests.push(request);
    return request;
  }
}

class Transaction {
  requests = [];
  error = null;
  oncomplete = () => {};
  onabort = () => {};
  #isAborted = false;

  constructor(database, stores, mode, durability) {
    this.database = database;
    this.stores = stores;
    this.mode = mode;
    this.durability = durability;
    this.before = structuredClone(database.contents);
    this.#run();
  }

  objectStore(name) {
    if (!this.stores.includes(name)) throw new Error(`${name} isn't part of the transaction`);
    return new Store(this, this.database.contents[name]);
  }

  abort() {
    this.#isAborted = true;
    this.database.contents = this.before;
  }

  async #run() {
    await null;
    for (let at = 0; at < this.requests.length && !this.#isAborted; at += 1) {
      this.requests[at].onsuccess();
      await null;
    }
    if (this.#isAborted) this.onabort();
    else this.oncomplete();
  }
}

/** Takes the place of the browser's. */
export class FakeIndexedDB {
  contents = {};
  /** @type {Transaction[]} */
  transactions = [];

  constructor() {
    Object.assign(globalThis, { indexedDB: this, IDBKeyRange: Range });
  }

  open() {
    const database = {
      objectStoreNames: { contains: (name) => name in this.contents },
      createObjectStore: (name) => {
        this.contents[name] = [];
      },
      transaction: (stores, mode, { durability }) => {
        const transaction = new Transaction(this, stores, mode, durability);
        this.transactions.push(transaction);
        return transaction;
      },
    };
    const request = { result: database, onupgradeneeded: () => {}, onsuccess: () => {} };
    queueMicrotask(() => {
      if (Object.keys(this.contents).length === 0) request.onupgradeneeded();
      request.onsuccess();
    });
    return request;
  }

  /** How durable the last change was to be. */
  get lastDurability() {
    return this.transactions.findLast(({ mode }) => mode === 'readwrite')?.durability;
  }
}
