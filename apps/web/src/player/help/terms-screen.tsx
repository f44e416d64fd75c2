import { usePublicSettings } from '../../state/settings.ts'
import { figuresOf } from './figures.ts'
import { LegalText } from './legal-text.tsx'
import { termsSections } from './terms.ts'

export function TermsScreen() {
  return <LegalText title="Terms of Service" sections={termsSections(figuresOf(usePublicSettings()))} />
}
