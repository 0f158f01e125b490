import { hrefOf } from '../shared/location.js';

export const backtestsPath = '/backtests';
export const backtestPath = '/backtest';

export function hrefOfBacktest(id: string): string {
  return hrefOf(backtestPath, new URLSearchParams({ id }));
}
