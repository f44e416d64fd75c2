import type { Providers } from '../providers.ts'

/** No feed, no mobile money, no beacon, no push service; messages are refused and images are not stored. */
export const noProviders: Providers = {
  texts: { send: async () => ({ kind: 'refused', reason: 'there is no provider' }) },
  mails: { send: async () => ({ kind: 'refused', reason: 'there is no provider' }) },
  mobileMoney: [],
  football: { feed: null },
  beacon: null,
  images: { put: async () => {}, read: async () => null, remove: async () => {} },
  push: null,
  webhooks: { send: async () => ({ kind: 'refused', reason: 'there is no provider' }) },
}
