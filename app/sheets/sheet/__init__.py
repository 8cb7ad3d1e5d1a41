"""Score sheets: matches with the results of the hands only, without their actions."""
