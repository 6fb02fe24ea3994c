// A link as a picture that another phone reads. The server draws it; sent in a body, the link stands
// in no address on the way.

import { ask } from './api.js';

/**
 * @param {string} link
 * @returns {Promise<string>} what an image has as its source
 * @throws {import('./api.js').Problem}
 */
export async function drawLink(link) {
  const { value } = await ask('POST', '/qr', { text: link, isBlob: true });
  return `data:image/svg+xml;base64,${btoa(await value.text())}`;
}
