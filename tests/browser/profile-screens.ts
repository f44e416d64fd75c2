import type { Page } from 'playwright-core'
import type { RelatedAccount } from '@mupiira/contract/user-related.ts'
import type { Player } from '../support/player.ts'
import { changeResponse } from './network.ts'

const STAFF = { needsLogin: true, state: 'staff', title: 'Admin Panel' } as const

/** The parts of a player's account in the console. */
export const PROFILE_SCREENS = [
  { ...STAFF, name: 'console-timeline', path: '/admin/users/{regularId}?tab=timeline' },
  { ...STAFF, name: 'console-lifetime', path: '/admin/users/{regularId}?tab=lifetime' },
  { ...STAFF, name: 'console-restrictions', path: '/admin/users/{restrictedId}?tab=limits' },
  { ...STAFF, name: 'console-restrict-player', path: '/admin/users/{restrictedId}?tab=limits' },
  { ...STAFF, name: 'console-related', path: '/admin/users/{restrictedId}?tab=related' },
  { ...STAFF, name: 'console-erase', path: '/admin/users/{restrictedId}?tab=lifetime' },
] as const

const AT = '2026-11-20T10:00:00.000Z'

function related(no: number, change: Pick<RelatedAccount, 'accountStatus' | 'shared'>): RelatedAccount {
  const phoneNumber = `+25677260011${no}`
  const id = `0199a000-0000-7000-8000-00000000000${no}`
  return { user: { id, username: `grace${no}`, name: 'Grace Nakato', email: '', phoneNumber }, ...change }
}

const RELATED = [
  related(1, {
    accountStatus: 'banned',
    shared: [
      { kind: 'device', detail: '', lastAt: AT },
      { kind: 'payment-number', detail: '+256772600119', lastAt: AT },
    ],
  }),
  related(2, { accountStatus: 'active', shared: [{ kind: 'network', detail: '197.157.1.7', lastAt: AT }] }),
]

export const PROFILE_STEPS = {
  async 'console-timeline'(page: Page) {
    await page.getByText('Registered').first().waitFor()
  },
  async 'console-lifetime'(page: Page) {
    await page.getByText('Known browsers').waitFor()
  },
  async 'console-restrictions'(page: Page) {
    await page.getByText('bets on late news').waitFor()
  },
  async 'console-related'(page: Page) {
    // In the tests, all players have one network, which is therefore not rarely used.
    await changeResponse(page, 'GET /api/admin/users/*/related', () => ({ items: RELATED }))
    await page.getByText('Same network').first().waitFor()
  },
  async 'console-erase'(page: Page) {
    await page.getByRole('button', { name: 'Erase data' }).click()
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
  },
  async 'console-restrict-player'(page: Page) {
    await page.getByRole('button', { name: 'Restrict', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Ends after').waitFor()
  },
}

/** Sets two restrictions, one of them with an end. */
export async function restrictPlayer(client: Player['client'], id: string, endsAt: Date): Promise<void> {
  const [params, reason, seen] = [{ id }, 'bets on late news', null]
  for (const tag of ['watch', 'bonus hunter'])
    await client.must('POST /api/admin/users/{id}/tags', { params, body: { tag, isSet: true } })
  await client.must('POST /api/admin/users/{id}/restrictions', {
    params,
    body: { kind: 'stake-factor', value: 20, endsAt: endsAt.toISOString(), reason, seen },
  })
  await client.must('POST /api/admin/users/{id}/restrictions', {
    params,
    body: { kind: 'no-promotions', value: null, endsAt: null, reason: 'uses the win bonus of five accounts', seen },
  })
}
