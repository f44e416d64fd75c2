import { LegalText } from './legal-text.tsx'
import { REFUND_POLICY } from './refund-policy.ts'

export const RefundPolicyScreen = () => <LegalText title="Refund Policy" sections={REFUND_POLICY} />
