import { useState } from 'react';

/** Stored in this browser: whether the chart is shown. */
const switchKey = 'rampart.alert-chart';
/** On smaller pages, the chart would leave no space for alerts. */
const roomyPageQuery = '(min-width: 821px) and (min-height: 800px)';

/** Whether the list shows its chart, and a function that toggles it. The choice is stored. */
export function useChartSwitch(): readonly [isOn: boolean, toggle: () => void] {
  const [isOn, setIsOn] = useState(() => {
    const stored = localStorage.getItem(switchKey);
    return stored === null ? matchMedia(roomyPageQuery).matches : stored === 'on';
  });
  function toggle() {
    localStorage.setItem(switchKey, isOn ? 'off' : 'on');
    setIsOn(!isOn);
  }
  return [isOn, toggle];
}
