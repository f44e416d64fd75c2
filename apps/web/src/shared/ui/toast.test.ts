import { beforeEach, expect, it } from 'vitest'
import { showToast, useToasts } from './toast.tsx'

beforeEach(() => useToasts.setState({ toasts: [] }))

const shown = () => useToasts.getState().toasts

it('[NOTE-20] a toast replaces an earlier one with the same message and restarts its timer', () => {
  const first = showToast('error', 'Your account is suspended. Please contact support.')
  showToast('info', 'You are logged out.')
  const second = showToast('error', 'Your account is suspended. Please contact support.')
  expect(second).not.toBe(first)
  expect(shown().map(({ id, text }) => [id, text])).toEqual([
    [second - 1, 'You are logged out.'],
    [second, 'Your account is suspended. Please contact support.'],
  ])
})

it.each([
  ['of another kind', 'error', {}],
  ['with another title', 'info', { title: 'Betslip' }],
  ['about another payment', 'info', { paymentId: 'b' }],
  ['with another target', 'info', { viewHref: '/bet/b' }],
  ['that undoes something else', 'info', { undo: () => undefined }],
] as const)('[NOTE-20] a toast %s does not replace a toast with the same text', (_, kind, options) => {
  showToast('info', '2 selections removed.', {
    title: 'Info',
    paymentId: 'a',
    viewHref: '/bet/a',
    undo: () => undefined,
  })
  showToast(kind, '2 selections removed.', { title: 'Info', paymentId: 'a', viewHref: '/bet/a', ...options })
  expect(shown()).toHaveLength(2)
})
