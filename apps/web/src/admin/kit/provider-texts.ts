import { isProvider, PROVIDERS } from '@mupiira/domain/payments/providers.ts'

/** `providerText('mtn')` → "MTN" */
export const providerText = (provider: string): string => (isProvider(provider) ? PROVIDERS[provider].label : provider)
