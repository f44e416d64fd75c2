export const TYPE_CHIPS = [
  ['', 'All'],
  ['deposit', 'Deposits'],
  ['withdrawal', 'Withdrawals'],
] as const

export const STATUS_CHOICES = [
  ['', 'Any status'],
  ['pending', 'Pending'],
  ['unconfirmed', 'Deposit not confirmed yet'],
  ['overdue', 'Unconfirmed for over an hour'],
  ['success', 'Success'],
  ['failed', 'Failed'],
] as const
