import { describe, expect, it } from 'vitest'
import { repositorySources } from './sources.ts'
import { bareTextViolations } from './translated-text.ts'

const violationsOf = (jsx: string): string[] =>
  bareTextViolations(new Map([['apps/web/src/app/example.tsx', `export const example = ${jsx}`]]))

describe('a translated page', () => {
  it('has no text beside an element that comes or goes', () => {
    expect(bareTextViolations(repositorySources())).toEqual([])
  })

  it.each([
    '<p>{isNew && <b>New</b>} Game</p>',
    '<p>Payout {sum === null ? "Pending" : <Money amount={sum} />}</p>',
    '<>{`Since ${day}`}{(isSeen && (<b>seen</b>))}</>',
  ])('would fail for %s', (jsx) => {
    expect(violationsOf(jsx)).toHaveLength(1)
  })

  it.each([
    '<p>{isNew && <b>New</b>}<span>Game</span></p>',
    '<p>Payout <Money amount={sum} /></p>',
    '<p>Payout {isLost ? "none" : "pending"}</p>',
  ])('accepts %s', (jsx) => {
    expect(violationsOf(jsx)).toEqual([])
  })
})
