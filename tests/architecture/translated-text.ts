import { type Expression, type JSXChild, type JSXElement, type JSXFragment, parseSync, Visitor } from 'oxc-parser'
import type { Sources } from './sources.ts'

/**
 * A page translation replaces each text by an element. React then cannot insert an element before that text or remove
 * the text, and its changes to the text stay invisible. So a text beside an element that appears or disappears, and a
 * text that depends on a condition, need an element of their own.
 */
export function bareTextViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('apps/web/src/') || !path.endsWith('.tsx')) return []
    const violations: string[] = []
    const check = ({ children, start }: JSXElement | JSXFragment): void => {
      const at = `${path}:${text.slice(0, start).split('\n').length}`
      if (children.some(isText) && children.some(isConditional))
        violations.push(`${at} has a text beside an element that comes or goes`)
      else if (children.filter(isShown).length > 1 && children.some(isConditionalText))
        violations.push(`${at} has a conditional text beside something else`)
    }
    new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(path, text).program)
    return violations
  })
}

function isText(child: JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() !== ''
  if (child.type !== 'JSXExpressionContainer') return false
  const { expression } = child
  if (expression.type === 'Identifier') return !NODES.has(expression.name)
  if (expression.type === 'MemberExpression')
    return expression.property.type !== 'Identifier' || !NODES.has(expression.property.name)
  return expression.type === 'TemplateLiteral' || (expression.type === 'Literal' && expression.value !== ' ')
}

/** Names of variables that contain elements. Variables with other names are assumed to contain text. */
const NODES: ReadonlySet<string> = new Set(['children', 'end', 'action', 'beforeTitle', 'below', 'phoneSort'])

function isConditional(child: JSXChild): boolean {
  if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return false
  const { expression } = child
  return !isElement(expression) && mayBe(isElement, expression)
}

/** False for white space and comments. */
const isShown = (child: JSXChild): boolean =>
  isText(child) ||
  (child.type !== 'JSXText' &&
    (child.type !== 'JSXExpressionContainer' || !['JSXEmptyExpression', 'Literal'].includes(child.expression.type)))

const isConditionalText = (child: JSXChild): boolean =>
  child.type === 'JSXExpressionContainer' &&
  child.expression.type !== 'JSXEmptyExpression' &&
  !isLiteral(child.expression) &&
  mayBe(isLiteral, child.expression)

const isLiteral = (expression: Expression): boolean =>
  expression.type === 'TemplateLiteral' ||
  (expression.type === 'Literal' && ['string', 'number'].includes(typeof expression.value))

const isElement = ({ type }: Expression): boolean => type === 'JSXElement' || type === 'JSXFragment'

type Test = (expression: Expression) => boolean

function mayBe(test: Test, expression: Expression): boolean {
  if (expression.type === 'ParenthesizedExpression') return mayBe(test, expression.expression)
  if (expression.type === 'LogicalExpression')
    return (expression.operator !== '&&' && mayBe(test, expression.left)) || mayBe(test, expression.right)
  if (expression.type === 'ConditionalExpression')
    return mayBe(test, expression.consequent) || mayBe(test, expression.alternate)
  return test(expression)
}
