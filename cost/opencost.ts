/** The text of OpenCost's pricing document, `default.json`. */
export function pricingText(pricing: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(pricing, undefined, 2)}\n`;
}
