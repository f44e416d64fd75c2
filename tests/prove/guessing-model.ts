import { checkPassword } from '@mupiira/domain/identity/password.ts'
import { type PhoneNumber, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import type { Draws } from '../support/seeded.ts'

/** An account, the addresses of its player, and whether it shares them with the attacker. */
export type Person = {
  readonly phoneNumber: PhoneNumber
  readonly password: string
  readonly address: string
}

export type ManyPlayers = {
  readonly people: readonly Person[]
  /** Addresses that thousands of phones of an operator share. */
  readonly operatorAddresses: readonly string[]
  /** The attacker's dictionary of common passwords and PINs, the most likely first. */
  readonly likeliest: readonly string[]
}

/** Distribution of passwords. Shares of PINs follow published lists, without the PINs that the product refuses. */
const SHARES = { pin4: 0.7, pin6: 0.15, birthdays: 0.25, popular: 0.1 } as const
const POPULAR_PINS = 200
const PEOPLE_PER_OPERATOR_ADDRESS = 150
const PEOPLE_PER_HOUSEHOLD = 8
/** Eight of ten people in Uganda are online through their phone operator. */
const BY_OPERATOR = 0.8

const two = (number: number): string => String(number).padStart(2, '0')
const phoneOf = (at: number): PhoneNumber => {
  const parsed = parseAccountPhone(`77${String(1_000_000 + at)}`)
  if (!parsed.ok) throw new Error('the generated phone number is invalid')
  return parsed.value
}
const isAccepted = (password: string, phone?: string): boolean =>
  checkPassword(password, { minLength: 4, ...(phone === undefined ? {} : { phone }) }).ok

const BIRTHDAYS = Array.from({ length: 12 * 31 }, (_, at) => `${two(1 + (at % 31))}${two(1 + Math.floor(at / 31))}`)

/** The most popular accepted PINs. Together they are 10 % of all PINs. */
function popularPins(draws: Draws): string[] {
  const pins = new Set<string>()
  while (pins.size < POPULAR_PINS) {
    const pin = String(draws.below(10_000)).padStart(4, '0')
    if (isAccepted(pin)) pins.add(pin)
  }
  return [...pins]
}

/** The relative popularity of a popular PIN. The most popular one is 0.2 % of all PINs. */
const popularity = (at: number): number => 1 / (1 + at / 20)

export function createManyPlayers(count: number, draws: Draws): ManyPlayers {
  const popular = popularPins(draws)
  const total = popular.reduce((sum, _, at) => sum + popularity(at), 0)
  const onePopular = (): string => {
    let left = (draws.below(1_000_000) / 1_000_000) * total
    for (const [at, pin] of popular.entries()) if ((left -= popularity(at)) <= 0) return pin
    return popular[0] ?? ''
  }
  const chosen = (): string => {
    const roll = draws.below(1_000) / 1_000
    if (roll >= SHARES.pin4 + SHARES.pin6)
      return `${draws.one(['okello', 'kampala', 'nakato', 'mango'])}${draws.below(10_000)}`
    if (roll >= SHARES.pin4) return String(draws.below(1_000_000)).padStart(6, '0')
    const kind = draws.below(1_000) / 1_000
    if (kind < SHARES.birthdays) return draws.one(BIRTHDAYS)
    return kind < SHARES.birthdays + SHARES.popular ? onePopular() : String(draws.below(10_000)).padStart(4, '0')
  }
  const operatorAddresses = Array.from(
    { length: Math.max(3, Math.ceil((count * BY_OPERATOR) / PEOPLE_PER_OPERATOR_ADDRESS)) },
    (_, at) => `127.200.${at >> 8}.${at & 255}`,
  )
  const people = Array.from({ length: count }, (_, at): Person => {
    const phoneNumber = phoneOf(at)
    let password = chosen()
    while (!isAccepted(password, phoneNumber)) password = chosen()
    const household = Math.floor(at / PEOPLE_PER_HOUSEHOLD)
    const address = draws.chance(BY_OPERATOR)
      ? draws.one(operatorAddresses)
      : `127.220.${household >> 8}.${household & 255}`
    return { phoneNumber, password, address }
  })
  return { people, operatorAddresses, likeliest: [...popular, ...BIRTHDAYS.filter((each) => isAccepted(each))] }
}

/** The attacker's addresses. One in a hundred is shared with customers of an operator. */
export const attackerAddresses = (count: number, { operatorAddresses }: ManyPlayers, draws: Draws): string[] =>
  Array.from({ length: count }, (_, at) =>
    draws.chance(0.01) ? draws.one(operatorAddresses) : `127.${100 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`,
  )
