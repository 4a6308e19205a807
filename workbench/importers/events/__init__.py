"""Events as every format builds them: ordinals, texts, tools, titles and tokens."""
