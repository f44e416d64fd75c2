import { usePublicSettings } from '../../state/settings.ts'
import { figuresOf } from './figures.ts'
import { LegalText } from './legal-text.tsx'
import { refundPolicy } from './refund-policy.ts'

export const RefundPolicyScreen = () => (
  <LegalText title="Refund Policy" sections={refundPolicy(figuresOf(usePublicSettings()))} />
)
