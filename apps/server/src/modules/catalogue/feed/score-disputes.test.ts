import { expect, it } from 'vitest'
import { feedMatch } from '../testing/feed-fixture.ts'
import { scoreDisputes } from './score-disputes.ts'

const LIVE = { kind: 'live', minute: 30, halfTime: false } as const
const reported = (home: number) => [feedMatch('m', { status: LIVE, score: { home, away: 0 } })]

/**
 * Reports in order: `push 1@5` is a pushed score of 1–0 after 5 s, `poll 0@8` the response to a request after 8 s, and
 * `alone 0@8` such a response while the feed pushes nothing.
 */
function disputed(...reports: readonly string[]): readonly boolean[] {
  const disputes = scoreDisputes()
  return reports.map((report) => {
    const [, channel, goals, seconds] = /^(push|poll|alone) (\d|over)@(\d+)$/.exec(report) ?? []
    const games = goals === 'over' ? [feedMatch('m', { status: { kind: 'finished' } })] : reported(Number(goals))
    const atMs = Number(seconds) * 1_000
    const marked =
      channel === 'push' ? disputes.pushed(games, atMs) : disputes.answered(games, atMs, channel === 'poll')
    return marked.some(({ isScoreDisputed }) => isScoreDisputed === true)
  })
}

it.each([
  ['a goal that both channels report', ['push 0@0', 'poll 0@2', 'push 1@5', 'poll 1@8'], [false, false, false, false]],
  ['a response without the pushed goal', ['push 1@5', 'poll 0@8'], [false, true]],
  ['a push that repeats its score', ['push 1@5', 'poll 0@8', 'push 1@9'], [false, true, true]],
  [
    'a push that agrees with the response',
    ['push 1@5', 'poll 0@8', 'push 0@9', 'poll 0@11'],
    [false, true, false, false],
  ],
  ['a response that agrees with the push', ['push 1@5', 'poll 0@8', 'poll 1@11'], [false, true, false]],
  ['a response that reports a goal first', ['push 0@1', 'poll 1@8', 'push 1@9'], [false, true, false]],
  ['a response to a request before the push', ['push 1@5', 'poll 0@4'], [false, false]],
  [
    'a push that was not repeated for two minutes',
    ['push 0@0', 'poll 1@119', 'poll 1@120', 'poll 1@125'],
    [false, true, false, false],
  ],
  ['a goal after the end of the pushes', ['push 0@0', 'alone 1@20', 'push 0@25'], [false, false, false]],
  ['a dispute at the end of the pushes', ['push 1@0', 'poll 0@5', 'alone 0@20'], [false, true, true]],
  ['a goal in a dispute after the end of the pushes', ['push 1@0', 'poll 0@5', 'alone 2@20'], [false, true, false]],
  ['the end of the match', ['push 1@5', 'poll 0@8', 'poll over@11', 'poll 0@14'], [false, true, false, false]],
] as const)('[INP-08] [INP-14] pushed and polled scores: %s', (_title, reports, expected) => {
  expect(disputed(...reports)).toEqual(expected)
})
