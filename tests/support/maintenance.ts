import type { Player } from './player.ts'

/** The error that a player receives under maintenance. */
export const MAINTENANCE_ERROR = {
  status: 503,
  code: 'MAINTENANCE',
  detail: 'The platform is under maintenance. Please try again later.',
} as const

/** Staff switches maintenance on or off in the console. */
export async function setMaintenance({ client, password }: Player, on: boolean): Promise<void> {
  await client.must('POST /api/admin/confirm', { body: { password } })
  const changes = [{ key: 'maintenance_mode', value: String(on) }]
  await client.must('PUT /api/admin/settings', { body: { changes, reason: 'A test' } })
}
