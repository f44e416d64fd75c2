import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { queryKey } from '../../shared/api/queries.ts'
import { useToasts } from '../../shared/ui/toast.tsx'
import { askToApprove } from './ask-to-approve.ts'

it('[DEP-18] the player is asked to approve on the phone while the payment is pending', () => {
  useToasts.setState({ toasts: [] })
  const client = new QueryClient()
  const key = queryKey('GET /api/payments/{id}', { params: { id: 'p1' } })
  const texts = () => useToasts.getState().toasts.map(({ text }) => text)
  client.setQueryData(key, { status: 'pending' })
  askToApprove(client, 'p1')
  client.setQueryData(['another'], 1)
  client.setQueryData(key, { status: 'pending', beingChecked: false })
  expect(texts()).toEqual(['Check your phone and enter your PIN.'])
  client.setQueryData(key, { status: 'failed' })
  expect(texts()).toEqual([])
  client.clear()
})
