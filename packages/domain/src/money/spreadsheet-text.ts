const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const LIKE_NUMBER_OR_DATE = new RegExp(
  `^(?:\\d+(?:e\\d+)?|${MONTH}[ -]?\\d+|\\d+[ -]?${MONTH}|\\d+(?: ?[-/] ?\\d+){1,2})$`,
  'i',
)
/** Days in ISO form stay unchanged, so that spreadsheets read them as dates. */
const ISO_DAY = /^\d{4}-\d\d-\d\d$/
/** The characters that start a formula, including the full-width characters that spreadsheets accept. */
const LIKE_FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
/** A phone number in groups of digits, which spreadsheets show as text. */
const PHONE = /^\+\d+(?: \d+)+$/

/**
 * The text of a CSV cell that a spreadsheet shows unchanged. Most texts stay as they are. A text that would become a
 * number or a date, such as 12345, 12E4, MAR2345 or 1 - 2, is written as a formula, which keeps it as text. A text that
 * would become a formula gets an apostrophe. `spreadsheetText('12E4')` → `="12E4"`
 */
export function spreadsheetText(text: string): string {
  if (LIKE_NUMBER_OR_DATE.test(text) && !ISO_DAY.test(text)) return `="${text}"`
  return LIKE_FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text
}
