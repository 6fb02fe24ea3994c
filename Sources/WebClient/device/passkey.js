// Passkeys, as this browser has them: what the server wants to know of one, in base64url.

import { Problem } from './api.js';

/** By what a passkey may sign: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/**
 * @typedef {{challenge: string, rp: string, timeout_ms?: number, account?: string,
 *   exclude?: string[]}} Challenge `exclude`: those that there are
 */

/** @param {string} text */
export const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
export const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** @param {string} hex */
const bytesOfHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (each) => parseInt(each, 16));

/** The server's name has to be the end of the page's: a passkey for another wouldn't be given. */
const isOurs = (rp) => location.hostname === rp || location.hostname.endsWith(`.${rp}`);

/**
 * Whether there can be passkeys here at all.
 *
 * @param {{rp: string} | null | undefined} passkeys what the server says of them
 */
export const mayHavePasskeys = (passkeys) =>
  Boolean(passkeys) && 'PublicKeyCredential' in globalThis && isSecureContext &&
  isOurs(passkeys?.rp);

/** Whether the device itself can keep one, behind a finger, a face or a PIN. */
export const keepsPasskeys = async () =>
  'PublicKeyCredential' in globalThis &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);

/**
 * Makes one. The browser wants this to begin with a tap: nothing is waited for before.
 *
 * @param {Challenge} challenge
 * @param {{account: string, handle: string, name: string}} person
 */
export async function createPasskey({ challenge, rp, exclude = [] }, { account, handle, name }) {
  const credential = /** @type {any} */ (
    await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rp, name: 'Folf' },
        user: { id: bytesOfHex(account), name: handle, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: exclude.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
      },
    })
  );
  const { clientDataJSON, attestationObject } = credential.response;
  return {
    id: textOf(credential.rawId),
    client_data: textOf(clientDataJSON),
    attestation: textOf(attestationObject),
  };
}

/**
 * Proves with one who it is.
 *
 * @param {Challenge} challenge
 */
export async function usePasskey({ challenge, rp }) {
  const credential = /** @type {any} */ (
    await navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), rpId: rp, userVerification: 'required' },
    })
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return {
    id: textOf(credential.rawId),
    client_data: textOf(clientDataJSON),
    authenticator_data: textOf(authenticatorData),
    signature: textOf(signature),
    ...(userHandle && { user_handle: textOf(userHandle) }),
  };
}

/** Somebody has only changed their mind, or let it run out. */
const GIVEN_UP = ['NotAllowedError', 'AbortError'];

/**
 * @template T
 * @param {Promise<T>} using a passkey
 * @returns {Promise<T | null>} null: they would rather not
 * @throws {Problem} `no_passkey`: the browser can't
 */
export async function unlessGivenUp(using) {
  try {
    return await using;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (GIVEN_UP.includes(/** @type {Error} */ (error).name)) return null;
    throw new Problem('no_passkey');
  }
}
