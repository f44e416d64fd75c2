/**
 * Rows as PostgreSQL's binary COPY takes them ("COPY", File Formats, Binary Format), ready to be sent behind their
 * statement. A batch of bets writes hundreds of rows: as arrays PostgreSQL reads each value from a text and keeps it
 * twice before it comes to a table, as COPY it takes the rows as they are and writes a page of them at a time.
 */
export type CopyField<Row> = (to: CopyWriter, row: Row) => void

/** `CopyData` and `CopyDone` of the protocol, in one piece. Throws where a value cannot be written, so that nothing is sent. */
export function copyRows<Row>(fields: readonly CopyField<Row>[], rows: readonly Row[]): Buffer {
  const to = new CopyWriter()
  for (const row of rows) {
    to.begin(fields.length)
    for (const field of fields) field(to, row)
  }
  return to.end()
}

const SIGNATURE = Buffer.from('PGCOPY\n\u{ff}\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** A message begins with its letter and its length. */
const HEAD_BYTES = 5
const FIRST_BYTES = 32_768
/** What PostgreSQL counts its moments from, in milliseconds of ours: exact for 285 years to either side. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
/** Where the sixteen bytes of an id stand in its text. */
const ID_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const
const ID_LENGTH = 36
const JSONB_VERSION = 1
const SHORT = 48
/** Digits of a number as PostgreSQL counts them: in ten thousands. */
const NUMERIC_DIGITS = 4

export class CopyWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #at = HEAD_BYTES + SIGNATURE.copy(this.#bytes, HEAD_BYTES)

  begin(fields: number): void {
    this.#reserve(2)
    this.#short(fields)
  }

  none(): void {
    this.#open(-1)
  }

  bool(value: boolean): void {
    this.#open(1)
    this.#bytes[this.#at++] = value ? 1 : 0
  }

  int2(value: number): void {
    requireWithin(value, 0x7fff)
    this.#open(2)
    this.#short(value)
  }

  int4(value: number): void {
    requireWithin(value, 0x7fff_ffff)
    this.#open(4)
    this.#long(value)
  }

  /** An amount as it is; of a count or a moment what a double holds exactly. */
  int8(value: number | bigint): void {
    if (typeof value === 'number') requireWithin(value, Number.MAX_SAFE_INTEGER)
    this.#open(8)
    this.#at = this.#bytes.writeBigInt64BE(BigInt(value), this.#at)
  }

  timestamp(moment: Date): void {
    this.int8((moment.getTime() - EPOCH_MS) * 1_000)
  }

  uuid(id: string): void {
    if (id.length !== ID_LENGTH) throw new RangeError(`${id} is not an id`)
    this.#open(16)
    const bytes = this.#bytes
    let wrong = 0
    for (const place of ID_PLACES) {
      const high = nibbleOf(id.charCodeAt(place))
      const low = nibbleOf(id.charCodeAt(place + 1))
      wrong |= high | low
      bytes[this.#at++] = ((high & 15) << 4) | (low & 15)
    }
    if (wrong > 15) throw new RangeError(`${id} is not an id`)
  }

  bytes(bytes: Buffer): void {
    this.#open(bytes.length)
    this.#at += bytes.copy(this.#bytes, this.#at)
  }

  text(text: string): void {
    this.#reserve(4 + text.length * 3)
    const lengthAt = this.#at
    this.#at += 4
    const length = this.#utf8(text)
    this.#bytes.writeInt32BE(length, lengthAt)
  }

  jsonb(value: unknown): void {
    const text = JSON.stringify(value)
    this.#reserve(5 + text.length * 3)
    const lengthAt = this.#at
    this.#at += 4
    this.#bytes[this.#at++] = JSONB_VERSION
    const length = this.#utf8(text)
    this.#bytes.writeInt32BE(length + 1, lengthAt)
  }

  /** A decimal number above zero as text, its places kept: '12.50'. */
  numeric(text: string): void {
    const [full = '', places = ''] = text.split('.')
    if (!/^\d+$/.test(full) || !/^\d*$/.test(places)) throw new RangeError(`${text} is not a number`)
    const lead = (NUMERIC_DIGITS - (full.length % NUMERIC_DIGITS)) % NUMERIC_DIGITS
    const trail = (NUMERIC_DIGITS - (places.length % NUMERIC_DIGITS)) % NUMERIC_DIGITS
    const digits = '0'.repeat(lead) + full + places + '0'.repeat(trail)
    const count = digits.length / NUMERIC_DIGITS
    this.#open(8 + count * 2)
    this.#short(count)
    this.#short((lead + full.length) / NUMERIC_DIGITS - 1)
    this.#short(0)
    this.#short(places.length)
    for (let at = 0; at < digits.length; at += NUMERIC_DIGITS)
      this.#short(Number(digits.slice(at, at + NUMERIC_DIGITS)))
  }

  /** The message: its length, the end of the rows, and the word that they are all. */
  end(): Buffer {
    this.#reserve(2 + HEAD_BYTES)
    this.#short(-1)
    const bytes = this.#bytes
    bytes[0] = 'd'.charCodeAt(0)
    bytes.writeInt32BE(this.#at - 1, 1)
    bytes[this.#at++] = 'c'.charCodeAt(0)
    this.#long(4)
    return bytes.subarray(0, this.#at)
  }

  /** A field begins with its length; -1: null. */
  #open(length: number): void {
    this.#reserve(4 + Math.max(length, 0))
    this.#long(length)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }

  #short(value: number): void {
    const bytes = this.#bytes
    bytes[this.#at++] = value >> 8
    bytes[this.#at++] = value
  }

  #long(value: number): void {
    const bytes = this.#bytes
    bytes[this.#at++] = value >>> 24
    bytes[this.#at++] = value >>> 16
    bytes[this.#at++] = value >>> 8
    bytes[this.#at++] = value
  }

  /** Most texts are short and plain: a call out of the engine for each would take longer than writing them. */
  #utf8(text: string): number {
    const from = this.#at
    this.#at += isShortAscii(text, this.#bytes, from) ? text.length : this.#bytes.write(text, from)
    return this.#at - from
  }
}

/** Writes it where it is. */
function isShortAscii(text: string, bytes: Buffer, from: number): boolean {
  if (text.length > SHORT) return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return false
    bytes[from + at] = code
  }
  return true
}

/** 0 to 15; more where it is no hexadecimal digit. */
function nibbleOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : 16
}

function requireWithin(value: number, most: number): void {
  if (!Number.isInteger(value) || Math.abs(value) > most)
    throw new RangeError(`${value} is no whole number up to ${most}`)
}
