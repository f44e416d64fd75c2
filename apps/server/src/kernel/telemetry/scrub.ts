const PHONE = /(?<![\w.-])(\+?256|0)?(7\d|2\d|3\d)\d{4}(\d{3})(?![\w.-])/g
const NIN = /(?<![A-Za-z0-9])[Cc][MFmf][0-9A-Za-z]{12}(?![A-Za-z0-9])/g
// Only the domain stays readable. Version numbers such as `name@1.2.3` are not addresses.
const EMAIL = /(?<![\w.%+-])[\w.%+-]{1,64}@((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![\w-])/g
const COOKIE = /(mupiira_\w+=)[^;"\s\\]+/g
const BEARER = /(Bearer )[^"\s\\]+/g

/** A log line without full phone numbers, e-mail addresses, NINs, session cookies and bearer tokens (OPS-10). */
export function scrub(line: string): string {
  return line
    .replace(PHONE, masked)
    .replace(NIN, '[nin]')
    .replace(EMAIL, '[email]@$1')
    .replace(COOKIE, '$1[redacted]')
    .replace(BEARER, '$1[redacted]')
}

/** Masks a JSON number with digits, because machines parse the line and an amount may look like a phone number. */
function masked(full: string, prefix = '', carrier: string, tail: string, at: number, line: string): string {
  const isNumber =
    prefix !== '0' &&
    !prefix.startsWith('+') &&
    /[:,[]/.test(line[at - 1] ?? '') &&
    /[,}\]]/.test(line[at + full.length] ?? '')
  return `${prefix}${carrier}${isNumber ? '0000' : '****'}${tail}`
}
