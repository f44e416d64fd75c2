import { describe, expect, it } from 'vitest'
import { repositorySources } from './sources.ts'
import { bareTextViolations } from './translated-text.ts'

const violationsOf = (jsx: string): string[] =>
  bareTextViolations(new Map([['apps/web/src/app/example.tsx', `export const example = ${jsx}`]]))

describe('a translated page', () => {
  it('no component has text beside an element that appears or disappears, because browser translation breaks such pages', () => {
    expect(bareTextViolations(repositorySources())).toEqual([])
  })

  it.each([
    '<p>{isNew && <b>New</b>} Game</p>',
    '<p>Payout {sum === null ? "Pending" : <Money amount={sum} />}</p>',
    '<>{`Since ${day}`}{(isSeen && (<b>seen</b>))}</>',
    '<p>Payout {isLost ? "none" : "pending"}</p>',
    '<p><b>{name}</b>{isLost && " lost"}</p>',
    '<p>{home ?? 0}{" "}{away}</p>',
    '<p>{isTeam && <Crest />}{label}</p>',
    '<p>{item.names.section}{sameGame && <b>same game</b>}</p>',
  ])('the check of translated pages fails for %s', (jsx) => {
    expect(violationsOf(jsx)).toHaveLength(1)
  })

  it.each([
    '<p>{isNew && <b>New</b>}<span>Game</span></p>',
    '<p>Payout <Money amount={sum} /></p>',
    '<p>Payout <span>{isLost ? "none" : "pending"}</span></p>',
    '<p>{isLost ? "none" : "pending"}</p>',
    '<p>{`Payout ${isLost ? "none" : "pending"}`}</p>',
    '<p>{isTeam && <Crest />}<span>{label}</span></p>',
    '<li>{children}{end && <b>{end}</b>}</li>',
  ])('the check of translated pages accepts %s', (jsx) => {
    expect(violationsOf(jsx)).toEqual([])
  })
})
