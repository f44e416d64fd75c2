import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../shared/ui/button.tsx'

type DangerButtonProps = Omit<ComponentProps<typeof Button>, 'variant'> & { readonly icon: LucideIcon }

/**
 * A button that opens the confirmation of a destructive action: red, with an icon, and the last one of its group. The
 * button of the confirmation is filled (`DialogFooter`).
 */
export const DangerButton = ({ icon: Icon, children, ...button }: DangerButtonProps) => (
  <Button {...button} variant="danger">
    <Icon aria-hidden="true" className="size-4 shrink-0" />
    <span>{children}</span>
  </Button>
)
