// The link that makes whoever opens it a friend. It is no part of what is known of the account, of
// which each tab has its own copy: a link that one tab has ended would come back from the next.

/** It is shown for so long; the server takes it for a day longer. */
const SHOWN_MILLISECONDS = 6 * 86_400_000;

export class FriendLink {
  /**
   * @param {import('./account-client.js').Device} device
   * @param {import('./account-client.js').AccountClient} client
   */
  constructor(device, client) {
    this.device = device;
    this.client = client;
  }

  /** The one of this account, whichever tab has made it; null: none that is still to be shown. */
  async #kept() {
    const link = await this.device.readSetting('friendLink');
    const isOwn = link?.account === this.device.account?.account;
    return link && isOwn && Date.now() - link.at < SHOWN_MILLISECONDS ? link : null;
  }

  async #make() {
    const { client } = this;
    const { account = '' } = this.device.account ?? {};
    const link = { account, at: Date.now(), id: client.newID(), secret: client.newID() };
    await this.device.setSetting('friendLink', link);
    return link;
  }

  /**
   * Its secret: the same for some days, since it is handed on, and the server takes only so many.
   *
   * @returns {Promise<string>}
   */
  async secret() {
    const { id, secret } = (await this.#kept()) ?? (await this.#make());
    await this.client.act('PUT', `/me/invites/${id}`, { body: { secret } });
    return secret;
  }

  /** That secret is good for nobody any more. */
  async end() {
    const link = await this.#kept();
    // Another tab was first.
    if (!link) return;
    await this.client.act('DELETE', `/me/invites/${link.id}`);
    // By now there may be another one, or somebody else's.
    if ((await this.#kept())?.id === link.id) await this.device.setSetting('friendLink', null);
  }
}
