/** A part of a message: plain text, or a code with a link to what it names. */
export type MessagePart = {
  readonly text: string
  readonly href?: string
  /** The address of a ticket with the same code. References of payments look like codes of tickets. */
  readonly ticketHref?: string
}

/**
 * A provider's reference (DEP- or WDR- and 32 hexadecimal digits), or 8 letters and digits of the alphabet of booking
 * codes. A space or dash can split a code that was read out. The lookarounds keep parts of words, numbers and
 * addresses as text.
 */
const CODES =
  /(?<![\p{L}\p{N}_/.@-])(?:(?:DEP|WDR)-[\da-f]{32}|[A-HJ-NP-Z2-9]{4}[ -]?[A-HJ-NP-Z2-9]{4})(?![\p{L}\p{N}_/@-]|\.[\p{L}\p{N}])/giu

const PAYMENT = /^[DW]/
const PROVIDER_REFERENCE = /^(?:DEP|WDR)-/i

/**
 * Splits a message into texts and links for staff: ticket codes, booking codes and references of payments. Everything
 * else stays text. Addresses are built only from the letters and digits of a code.
 */
export function linkify(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of message.matchAll(CODES)) {
    const [text] = match
    const link = linkOf(text)
    if (link === null) continue
    if (match.index > end) parts.push({ text: message.slice(end, match.index) })
    parts.push({ text, ...link })
    end = match.index + text.length
  }
  if (end < message.length) parts.push({ text: message.slice(end) })
  return parts
}

function linkOf(text: string): Pick<MessagePart, 'href' | 'ticketHref'> | null {
  if (PROVIDER_REFERENCE.test(text)) return { href: `/admin/transactions?q=${text}` }
  const code = text.toUpperCase().replace(/[ -]/, '')
  // Words of 8 letters are codes only in capitals. Without capitals and in two parts, a code needs a digit.
  const hasDigit = /\d/.test(code)
  const hasLetter = /[A-Z]/.test(code)
  if (!hasLetter || (!hasDigit && text !== code)) return null
  const ticketHref = `/admin/bets?q=${code}`
  return PAYMENT.test(code) ? { href: `/admin/transactions?q=${code}`, ticketHref } : { href: ticketHref }
}
