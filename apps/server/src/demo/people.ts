import { type PhoneNumber, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { type Chance, pickFrom } from './chance.ts'

/** A player of the generated history. */
export type Person = {
  readonly number: number
  readonly firstName: string
  readonly lastName: string
  readonly location: string
  readonly phoneNumber: PhoneNumber
  readonly method: 'MTN' | 'AIRTEL'
  /** The day of registration, counted from day 0 of the history. */
  readonly joinDay: number
  /** The probability of a bet on a day, from 0 to 1. */
  readonly activity: number
  /** The usual stake in shillings. */
  readonly stake: number
}

const FIRST_NAMES = [
  ...['Brian', 'Grace', 'Ivan', 'Sarah', 'Moses', 'Doreen', 'Ronald', 'Esther', 'Denis', 'Patience', 'Isaac'],
  ...['Juliet', 'Robert', 'Annet', 'Simon', 'Brenda', 'Emmanuel', 'Harriet', 'Godfrey', 'Prossy', 'Derrick', 'Rita'],
]
const LAST_NAMES = [
  ...['Okello', 'Nakato', 'Mugisha', 'Namukasa', 'Ssempijja', 'Akello', 'Tumusiime', 'Nabirye', 'Ochieng', 'Auma'],
  ...[
    'Byaruhanga',
    'Kemigisha',
    'Lubega',
    'Nansubuga',
    'Opio',
    'Atim',
    'Kato',
    'Babirye',
    'Wasswa',
    'Asiimwe',
    'Odongo',
  ],
]
const DISTRICTS = ['Kampala', 'Wakiso', 'Mukono', 'Jinja', 'Mbarara', 'Gulu', 'Lira', 'Mbale', 'Masaka', 'Arua']
const STAKES = [10_000, 10_000, 12_000, 15_000, 20_000, 25_000, 30_000, 50_000, 150_000]

/** Half of the players exist when the history begins. */
export function generatePeople(count: number, days: number, chance: Chance): Person[] {
  return Array.from({ length: count }, (_, number) => {
    const draw = (name: string) => chance(`person ${number} ${name}`)
    const isMtn = draw('network') < 0.65
    const phone = parseAccountPhone(`${isMtn ? '77' : '75'}${9_000_000 + number}`)
    if (!phone.ok) throw new Error('not a phone number')
    return {
      number,
      firstName: pickFrom(FIRST_NAMES, draw('first name')),
      lastName: pickFrom(LAST_NAMES, draw('last name')),
      location: pickFrom(DISTRICTS, draw('district')),
      phoneNumber: phone.value,
      method: isMtn ? 'MTN' : 'AIRTEL',
      joinDay: Math.max(0, Math.floor((draw('day') * 2 - 1) * days)),
      activity: 0.1 + draw('activity') ** 2 * 0.7,
      stake: pickFrom(STAKES, draw('stake')),
    }
  })
}
