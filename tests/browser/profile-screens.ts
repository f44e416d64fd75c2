import type { Page } from 'playwright-core'
import type { Player } from '../support/player.ts'

const STAFF = { needsLogin: true, state: 'staff', title: 'Admin Panel' } as const

/** The parts of a player's account in the console. */
export const PROFILE_SCREENS = [
  { ...STAFF, name: 'console-timeline', path: '/admin/users/{regularId}?tab=timeline' },
  { ...STAFF, name: 'console-lifetime', path: '/admin/users/{regularId}?tab=lifetime' },
  { ...STAFF, name: 'console-restrictions', path: '/admin/users/{restrictedId}?tab=limits' },
  { ...STAFF, name: 'console-restrict-player', path: '/admin/users/{restrictedId}?tab=limits' },
] as const

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
  async 'console-restrict-player'(page: Page) {
    await page.getByRole('button', { name: 'Restrict', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Ends after').waitFor()
  },
}

/** Sets two restrictions, one of them with an end. */
export async function restrictPlayer(client: Player['client'], id: string, endsAt: Date): Promise<void> {
  const [params, reason, seen] = [{ id }, 'bets on late news', null]
  await client.must('POST /api/admin/users/{id}/restrictions', {
    params,
    body: { kind: 'stake-factor', value: 20, endsAt: endsAt.toISOString(), reason, seen },
  })
  await client.must('POST /api/admin/users/{id}/restrictions', {
    params,
    body: { kind: 'no-promotions', value: null, endsAt: null, reason: 'uses the win bonus of five accounts', seen },
  })
}
