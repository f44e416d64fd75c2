/** Demo accounts, printed by `npm start`. Production refuses DEMO, so they never exist there. */
export const DEMO_PLAYER = {
  phoneNumber: '772000100',
  password: 'crane-4728',
  firstName: 'Amina',
  lastName: 'Nakato',
} as const
export const DEMO_ADMIN = {
  phoneNumber: '772000200',
  password: 'desk-9163',
  firstName: 'Joel',
  lastName: 'Okello',
} as const
/** The second administrator, who exists only with a generated history. Requests approvals, which the demo admin decides. */
export const DEMO_SECOND_ADMIN = {
  phoneNumber: '772000300',
  password: 'desk-5821-heron',
  firstName: 'Ruth',
  lastName: 'Namara',
} as const

/** The demo player's first balance in whole shillings. */
export const DEMO_BALANCE = 250_000
