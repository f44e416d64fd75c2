/** Notices with each priority, for the console's list. */
export const NOTICES = [
  {
    id: 'n3',
    priority: 'high',
    actionUrl: '/help',
    createdAt: '2026-11-21T08:12:00.000Z',
    shown: 214,
    message: 'Your account is safe with us: we never ask for your password, in no call and no message.',
  },
  {
    id: 'n2',
    priority: 'medium',
    actionUrl: null,
    createdAt: '2026-11-18T16:40:00.000Z',
    shown: 3_911,
    message: 'No deposits and no withdrawals on Sunday from 02:00 to 03:00: our providers change their systems.',
  },
  {
    id: 'n1',
    priority: 'low',
    actionUrl: '/deposit',
    createdAt: '2026-11-02T06:05:00.000Z',
    shown: 10_000,
    message: 'Deposits by Airtel Money are back.',
  },
]
