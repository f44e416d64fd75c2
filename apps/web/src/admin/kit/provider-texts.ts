const PROVIDERS: { readonly [provider: string]: string } = { relworx: 'Relworx', mtn: 'MTN', airtel: 'Airtel' }

/** `providerText('mtn')` → "MTN" */
export const providerText = (provider: string): string => PROVIDERS[provider] ?? provider
