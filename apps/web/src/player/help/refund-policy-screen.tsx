import { LegalText } from './legal-text.tsx'
import { REFUND_POLICY } from './refund-policy.ts'

/** HELP-19 */
export const RefundPolicyScreen = () => <LegalText title="Refund Policy" sections={REFUND_POLICY} />
