import { expect, it } from 'vitest'
import { absentText, limitText } from './search-note.tsx'

const club = (name: string) => ({ name, country: '' })

it.each([
  [[], null],
  [[club('Manchester United')], 'Manchester United: no game in the schedule'],
  [[{ name: 'Premier League', country: 'England' }], 'England · Premier League: no game in the schedule'],
  [[club('Aston Villa'), club('SC Villa')], 'Aston Villa or SC Villa: no game in the schedule'],
  [[club('A'), club('B'), club('C')], 'A, B or C: no game in the schedule'],
])('[HOME-08] a search for %j without a game shows "%s"', (absent, text) => {
  expect(absentText({ absent })).toBe(text)
})

it.each([
  [{ sport: 'soccer', when: '2026-11-21' }, 'Soccer, Today'],
  [{ when: '3h', status: 'popular' }, 'Next 3 h, Popular'],
  [{ league: 'Uganda Premier League', country: 'Uganda' }, 'Uganda · Premier League'],
  [{ country: 'Kenya' }, 'Kenya'],
] as const)('[HOME-08] a search inside the filter %j labels the filter "%s"', (filter, text) => {
  expect(limitText(filter, new Date('2026-11-21T12:00:00Z'))).toBe(text)
})
