hearth/scripts/run

mkdir lamp && cd lamp
swift package init --type executable --name lamp
