const NUMBER = /(?<![0-9a-zA-Z])(\+?256|0)(\d\d)\d{5}(\d\d)(?!\d)/g

/** Airtel writes numbers without the country code. */
const LOCAL = /("msisdn"\s*:\s*"?)(\d\d)\d{5}(\d\d)(?!\d)/g

/** Hides the middle of every phone number. `maskNumbers('+256772000110')` → "+25677*****10" */
export const maskNumbers = (text: string): string => text.replace(NUMBER, '$1$2*****$3').replace(LOCAL, '$1$2*****$3')

/** These escapes stay: escaped backslashes (a `u` after one is a plain letter) and complete surrogate pairs. */
const KEPT_ESCAPES = String.raw`\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`
const REMOVED_CHARACTERS = String.raw`\\u0000|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\0`
const ESCAPES = new RegExp(`(${KEPT_ESCAPES})|${REMOVED_CHARACTERS}`, 'g')

/** Removes characters that PostgreSQL cannot store: NUL and unpaired surrogates, escaped or not. */
export const storableText = (text: string): string => text.replace(ESCAPES, '$1').toWellFormed()
