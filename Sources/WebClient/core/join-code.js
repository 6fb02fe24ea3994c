/** Signs that can't be taken for one another. */
const CODE = /^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{6,12}$/i;

/**
 * A code as typed: any case, blanks and dashes ignored. Null if it can't be one.
 *
 * @type {(typed: string) => string | null}
 */
export function joinCode(typed) {
  const code = typed.replace(/[ -]/g, '');
  return CODE.test(code) ? code.toUpperCase() : null;
}
