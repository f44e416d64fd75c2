import { expect, it } from 'vitest'
import { TASK_KIND_NAMES, TASK_KINDS } from '@mupiira/domain/access/task-kinds.ts'
import { CONSOLE_ROUTES, findScreen } from './screens.ts'
import { tabCounts } from './tab-counts.ts'

it('every kind of waiting work opens a screen that staff with its capabilities may see', () => {
  for (const kind of TASK_KIND_NAMES) {
    const { href, needs } = TASK_KINDS[kind]
    const screen = findScreen(CONSOLE_ROUTES, href.split('?')[0] ?? '')
    expect([kind, needs]).toEqual([kind, expect.arrayContaining([screen?.route.needs])])
  }
})

it('the menu shows the sum of all kinds of work of a tab', () => {
  const task = (kind: (typeof TASK_KIND_NAMES)[number], count: number) => ({ kind, count, isCapped: false })
  expect(tabCounts([task('payments', 2), task('withdrawals', 3), task('chats', 0), task('jobs', 1)])).toEqual({
    Transactions: { count: 5, isCapped: false, text: '5 waiting' },
    'Customer care': { count: 0, isCapped: false, text: '0 waiting' },
    Settings: { count: 1, isCapped: false, text: '1 waiting' },
  })
  expect(tabCounts([{ kind: 'jobs', count: 100, isCapped: true }])).toEqual({
    Settings: { count: 100, isCapped: true, text: '100 or more waiting' },
  })
})
