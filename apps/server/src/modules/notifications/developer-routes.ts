import { createSampleNotification, type SampleType, showDeveloper } from '@mupiira/contract/developer.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createAll } from './create-notifications.ts'
import { type Draft, newNotification } from './notification.ts'
import { pingDatabase } from './notifications.repository.ts'

const SAMPLES: { readonly [T in SampleType]: Draft } = {
  default: { type: 'default', message: 'A notification of the default type.' },
  success: { type: 'success', message: 'Something has succeeded.' },
  error: { type: 'error', message: 'Something has gone wrong.' },
  warning: { type: 'warning', message: 'Something needs your attention.' },
  info: { type: 'info', message: 'Here is some information.' },
  bet: {
    type: 'bet',
    priority: 'medium',
    message: 'Your bet SAMPLE01 is placed: stake UGX 10,000.00, potential return UGX 25,000.00.',
    data: { bookingCode: 'SAMPLE01', stake: 10_000, potentialWin: 25_000 },
  },
  deposit: {
    type: 'deposit',
    priority: 'medium',
    message: 'Payment confirmed! 25,000.00 UGX added to your account.',
    data: { amount: 25_000 },
  },
  withdrawal: {
    type: 'withdrawal',
    priority: 'medium',
    message: 'UGX 25,000.00 was sent to your phone.',
    data: { amount: 25_000 },
  },
  win: {
    type: 'win',
    priority: 'high',
    message: 'Congratulations! Your bet SAMPLE01 has won UGX 25,000.00.',
    data: { bookingCode: 'SAMPLE01', amount: 25_000 },
  },
  system: { type: 'system', message: 'A message from the system.' },
  promotion: { type: 'promotion', message: 'An offer.', data: { promotionCode: 'SAMPLE' } },
}

/** Tools for developers (HELP-25, HELP-26). The routes return 404 unless DEVELOPER_SCREENS is on. */
export function developerRoutes(kernel: Kernel): Route[] {
  const { config, db, clock } = kernel
  return [
    route(showDeveloper, async () => {
      if (!config.developerScreens) return { error: 'NOT_FOUND' }
      const startedMs = performance.now()
      await pingDatabase(db)
      const milliseconds = Math.round((performance.now() - startedMs) * 10) / 10
      return { status: 200, body: { milliseconds } }
    }),
    route(createSampleNotification, async ({ actor, body }) => {
      if (!config.developerScreens) return { error: 'NOT_FOUND' }
      const row = newNotification(actor.userId, SAMPLES[body.type], clock.now())
      await db.transaction((tx) => createAll(tx, kernel, [row]))
      return { status: 201, body: { id: row.id } }
    }),
  ]
}
